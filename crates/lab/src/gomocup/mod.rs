//! The Gomocup protocol, both sides: Kinrow as a brain, and any brain as an agent.
