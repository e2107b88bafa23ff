/**
 * How many times more processor time `work` needs for an input that is `factor` times larger: about `factor` when it is
 * linear, its square when it is quadratic. A ratio of two measurements of the same run, so that it does not depend on
 * the machine.
 */
export function growthOf<Input>(work: (input: Input) => unknown, small: Input, large: Input): number {
  const timeOf = (input: Input) => {
    const times = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      work(input);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    });
    return Math.min(...times);
  };
  // The first calls compile the code.
  timeOf(small);
  // A small input may take less than the clock shows, µs.
  return timeOf(large) / Math.max(timeOf(small), 1_000);
}
