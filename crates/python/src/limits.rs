//! What an agent may spend, and the flag that tells it to end.

use kinrow_agent::Limits as Spent;
use pyo3::prelude::*;

use crate::speech::refuse;

/// What a decision may cost: ``depth`` in moves, ``nodes``, ``playouts``, ``time`` in seconds. None is no limit.
#[pyclass(module = "kinrow", frozen, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Limits(pub(crate) Spent);

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, depth=None, nodes=None, playouts=None, time=None))]
    fn new(
        depth: Option<u32>,
        nodes: Option<u64>,
        playouts: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Limits> {
        let whole = [("depth", depth.map(u64::from)), ("nodes", nodes), ("playouts", playouts)];
        let mut parts: Vec<String> =
            whole.iter().filter_map(|(name, count)| Some(format!("{name}={}", (*count)?))).collect();
        parts.extend(time.map(|time| format!("time={time}s")));
        parts.join(",").parse().map(Limits).map_err(|error| refuse(&error))
    }

    /// Moves to look ahead.
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.0.depth
    }

    /// Positions to look at.
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.0.nodes
    }

    /// Games to play out.
    #[getter]
    fn playouts(&self) -> Option<u64> {
        self.0.playouts
    }

    /// Seconds.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.0.time.map(|time| time.as_secs_f64())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Limits({})", self.0)
    }
}

/// A flag that an agent looks at now and then: once it is raised, the answer is wanted at once.
#[pyclass(module = "kinrow", frozen)]
pub(crate) struct Stop(pub(crate) kinrow_agent::Stop);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Stop {
        Stop(kinrow_agent::Stop::new())
    }

    /// Whether it was raised.
    #[getter]
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }

    /// Raises it.
    fn stop(&self) {
        self.0.stop();
    }
}
