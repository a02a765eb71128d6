// @ts-check
// A soft knock when a stone is set, made by the browser itself: there is no file to load.

import { remembered } from "./storage.js";

const SECONDS = 0.09;

let isOn = remembered.get("sounds") !== "off";
/** @type {AudioContext|null} */
let audio = null;

/** @param {boolean} on */
export function setSounds(on) {
  isOn = on;
  remembered.set("sounds", on ? "on" : "off");
}

export function soundsAreOn() {
  return isOn;
}

/** A browser lets a page be heard only after somebody has touched it. */
export function knock() {
  if (!isOn || navigator.userActivation?.hasBeenActive !== true || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(420, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(140, audio.currentTime + SECONDS);
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + SECONDS);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + SECONDS);
}
