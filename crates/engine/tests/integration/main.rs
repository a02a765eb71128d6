//! What the engine proves and finds, through its public face.

mod soundness;
