// Small ticks for those who want them; silent until switched on.
/** @type {AudioContext | null} */
let context = null;

/** @type {Record<string, [pitch: number, length: number, loud: number]>} */
const TONES = {
  card: [900, 0.03, 0.05],
  chip: [2400, 0.05, 0.06],
  win: [660, 0.22, 0.06],
  lose: [180, 0.12, 0.05],
  ask: [520, 0.1, 0.05],
};

/**
 * @param {string | undefined} kind
 * @param {boolean} on
 */
export function tick(kind, on) {
  if (!on) return;
  context ??= new AudioContext();
  const [pitch, length, loud] = TONES[kind ?? ""] ?? [700, 0.04, 0.04];
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = kind === "card" ? "triangle" : "sine";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + length);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + length);
}
