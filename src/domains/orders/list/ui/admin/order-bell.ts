import { useSyncExternalStore } from 'react';
import { localStore } from '#shared/browser-storage.ts';

const SWITCH = 'aso-order-bell';
const RUNG = 'aso-order-bell-rung';
/** Tabs of one browser that learn of the same order within this time, in ms, ring once. */
const TOGETHER_MS = 60_000;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of this browser switched it.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

const isOn = (): boolean => localStore.read(SWITCH) === 'on';

let audio: AudioContext | undefined;

/** Browsers let a page sound only after a press or key on it. */
export function allowSound(): void {
  if (!isOn()) return;
  audio ??= new AudioContext();
  void audio.resume();
}

/** Two strokes of a small bell, half a second. Silent until `allowSound` was called by a press or key. */
function play(): void {
  if (audio?.state !== 'running') return;
  for (const [delay, frequency] of [
    [0, 880],
    [0.18, 1318.5],
  ] as const) {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + delay;
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(0.25, start + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
}

/** The switch of the bell, which this browser keeps. Switching it on plays it once. */
export function useOrderBell(): [isOn: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, isOn, () => false);
  const set = (next: boolean) => {
    localStore.write(SWITCH, next ? 'on' : 'off');
    for (const listener of listeners) listener();
    if (!next) return;
    audio ??= new AudioContext();
    void audio.resume().then(play);
  };
  return [on, set];
}

/** Rings for the order that made this number of orders, in one tab of the browser. */
export function ring(total: number): void {
  if (!isOn()) return;
  const [rung = 0, at = 0] = (localStore.read(RUNG) ?? '').split(' ').map(Number);
  if (rung >= total && Date.now() - at < TOGETHER_MS) return;
  // A tab that cannot sound leaves it to another one.
  if (audio?.state !== 'running') return;
  localStore.write(RUNG, `${total} ${Date.now()}`);
  play();
}
