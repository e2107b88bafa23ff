import { Session } from 'node:inspector/promises';

/** A function with the processor time spent in itself; `line` and `column` are zero-based. */
export interface Frame {
  name: string;
  url: string;
  line: number;
  column: number;
  micros: number;
}

const profiler = new Session();

/** Begins to record which functions of this process use the processor. */
export async function startProfile(): Promise<void> {
  profiler.connect();
  await profiler.post('Profiler.enable');
  await profiler.post('Profiler.setSamplingInterval', { interval: 200 });
  await profiler.post('Profiler.start');
}

export async function stopProfile(): Promise<Frame[]> {
  const { profile } = await profiler.post('Profiler.stop');
  profiler.disconnect();
  const micros = new Map<number, number>();
  profile.samples?.forEach((node, sample) => {
    micros.set(node, (micros.get(node) ?? 0) + (profile.timeDeltas?.[sample] ?? 0));
  });
  return profile.nodes.map(({ id, callFrame }) => ({
    name: callFrame.functionName,
    url: callFrame.url,
    line: callFrame.lineNumber,
    column: callFrame.columnNumber,
    micros: micros.get(id) ?? 0,
  }));
}
