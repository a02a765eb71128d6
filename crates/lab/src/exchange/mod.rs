//! Games as other programs write them: Piskvork's `.psq`, SGF, CSV, and our own record.
