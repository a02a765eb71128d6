// A board to click: the picture that Python draws, buttons over its squares, and the moments of a game or a search below.

const MARKS = { first: "⏮", back: "◀", next: "▶", last: "⏭" };

/** An element with attributes and children. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The squares that can be clicked, laid over the picture. */
function showTargets(layer, model, click) {
  layer.replaceChildren(...model.get("targets").map(([move, [left, top, width, height]]) => {
    const square = make("button", { "data-move": move, "aria-label": move, title: move });
    Object.assign(square.style, { left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%` });
    square.addEventListener("click", () => click(move));
    return square;
  }));
}

/** Buttons and a slider that lead through the moments. */
function moments(model) {
  const go = (at) => {
    model.set("at", Math.max(0, Math.min(at, model.get("last"))));
    model.save_changes();
  };
  const targets = { first: () => 0, back: () => model.get("at") - 1, next: () => model.get("at") + 1, last: () => model.get("last") };
  const button = (name) => {
    const label = model.get("words")[name];
    const made = make("button", { "data-go": name, "aria-label": label, title: label }, MARKS[name]);
    made.addEventListener("click", () => go(targets[name]()));
    return made;
  };
  const slider = make("input", { type: "range", min: "0", "aria-label": model.get("words").step });
  slider.addEventListener("input", () => go(Number(slider.value)));
  const bar = make("div", { class: "kinrow-moments" }, button("first"), button("back"), slider, button("next"), button("last"));
  const show = () => {
    bar.hidden = model.get("last") === 0;
    slider.max = String(model.get("last"));
    slider.value = String(model.get("at"));
  };
  return { bar, show };
}

function render({ model, el }) {
  const picture = make("div", { class: "kinrow-picture" });
  const layer = make("div", { class: "kinrow-targets" });
  const caption = make("p", { class: "kinrow-caption", role: "status" });
  const { bar, show: showMoments } = moments(model);
  const root = make("div", { class: "kinrow" }, make("div", { class: "kinrow-board" }, picture, layer), bar, caption);
  const tell = (message) => {
    root.classList.add("kinrow-busy");
    model.send(message);
  };
  const buttons = model.get("buttons").map(([name, label]) => {
    const button = make("button", { "data-button": name }, label);
    button.addEventListener("click", () => tell({ button: name }));
    return button;
  });
  if (buttons.length > 0) root.insertBefore(make("div", { class: "kinrow-buttons" }, ...buttons), caption);

  const parts = {
    picture: () => { picture.innerHTML = model.get("picture"); },
    targets: () => showTargets(layer, model, (move) => tell({ move })),
    caption: () => { caption.textContent = model.get("caption"); },
    at: showMoments,
    last: showMoments,
  };
  for (const [name, show] of Object.entries(parts)) {
    show();
    model.on(`change:${name}`, show);
  }
  const done = () => root.classList.remove("kinrow-busy");
  model.on("msg:custom", done);
  el.append(root);
  return () => {
    for (const [name, show] of Object.entries(parts)) model.off(`change:${name}`, show);
    model.off("msg:custom", done);
  };
}

export default { render };
