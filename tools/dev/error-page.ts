import { stripVTControlCharacters } from 'node:util';

const OF_TOOLS = /^\s+at .*(node_modules\/(vite|rolldown|@babel|@tanstack)\/|node:internal)/;

/** What a compiler of Vite adds to an error. */
interface PlacedError extends Error {
  id?: string;
  loc?: { line: number; column: number };
  /** The lines of the source around it. */
  frame?: string;
}

/** The message, the place in the source and the stack without the frames of tools. */
export function textOfError({ message, stack = '', id, loc, frame }: PlacedError): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && !OF_TOOLS.test(line));
  const place = id && (loc ? `${id}:${loc.line}:${loc.column}` : id);
  return stripVTControlCharacters(
    [message, ...(place && !message.includes(place) ? [place] : []), frame, ...frames]
      .filter(Boolean)
      .join('\n'),
  );
}

/** A page with the error. Vite's client loads it again when the code could be loaded. */
export function errorPage(error: Error): Response {
  const text = textOfError(error).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const page = `<!doctype html><meta charset="utf-8"><title>Error in the code</title>
<script type="module" src="/@vite/client"></script>
<h1>The code could not be loaded</h1><pre>${text}</pre><p>The next save loads it again.</p>`;
  return new Response(page, {
    status: 500,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}
