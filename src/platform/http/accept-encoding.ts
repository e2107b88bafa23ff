/** Whether an Accept-Encoding header accepts an encoding; a weight of 0 is a refusal. */
export function acceptsEncoding(accepted: string | null, encoding: string): boolean {
  const weights = new Map<string, number>();
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...options] = part.split(';').map((piece) => piece.trim());
    const weight = options.find((option) => option.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
}
