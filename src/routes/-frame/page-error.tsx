import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Reference } from '#design/reference.tsx';
import { ERRORS_OF_PAGES } from '#shared/errors-of-pages.ts';
import { allowReload, SCRIPT_FAILED } from '#shared/load-script.ts';
import { isOfConnection, notOnDevice } from '#shared/messages.ts';
import { randomId } from '#shared/random-id.ts';
import { splitReference } from '#shared/reference.ts';
import { useStoredDocument } from './use-stored-document.ts';

/** What a page that came as a document may have failed with, as patterns with their `{params}` open. */
const sentences = [...Object.values(ERRORS_OF_PAGES), SCRIPT_FAILED].map(
  (text) =>
    new RegExp(
      `^${text
        .split(/\{\w+\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.{0,120}')}$`,
    ),
);

/**
 * The text for the user: a known message unchanged, with the reference of the failed request, or that of
 * UNEXPECTED. An error of the page itself is in no server log: its reference refers to this browser's
 * console.
 */
function textFor(error: unknown): ReturnType<typeof splitReference> {
  const parts = splitReference(error instanceof Error ? error.message : '');
  // An error that came with the document has kept only its message.
  const isRefusal = (error as { defined?: unknown } | null)?.defined === true;
  if (isRefusal || sentences.some((sentence) => sentence.test(parts.sentence))) return parts;
  const reference = randomId().slice(0, 8);
  console.error(`Reference: ${reference}`, error);
  return { sentence: ERRORS_OF_PAGES.UNEXPECTED, reference };
}

/** Shown if a page failed to load or render. Never shows the raw error. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isCut = isOfConnection(error);
  const [isOffline] = useState(() => !import.meta.env.SSR && isCut && !navigator.onLine);
  const [{ sentence, reference }] = useState(() =>
    isOffline ? { sentence: notOnDevice('page'), reference: undefined } : textFor(error),
  );
  const retry = () => {
    allowReload();
    reset();
    void router.invalidate();
  };
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!isCut) return;
    const again = () => latest.current();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isCut]);
  if (useStoredDocument(error)) return <div className="min-h-[70svh]" />;
  return (
    <div className="wrap grid min-h-[70svh] content-center justify-items-start gap-5">
      <span aria-hidden="true" className="h-1.5 w-24 bg-promo" />
      <h1 className="font-display text-3xl">
        {isOffline ? 'This page could not be loaded' : 'Unexpected Application Error!'}
      </h1>
      <p className="max-w-prose text-lg">{sentence}</p>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <button
          type="button"
          onClick={retry}
          className="min-h-11 rounded-sm bg-primary px-5 font-semibold text-primary-foreground hover:bg-primary-hover"
        >
          Try Again
        </button>
        {/* Loads a new document, to discard the failed state. */}
        <a href="/" className="link inline-flex min-h-11 items-center font-semibold text-primary">
          Return to the front page
        </a>
      </p>
      {reference ? <Reference id={reference} /> : null}
    </div>
  );
}
