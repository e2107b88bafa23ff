import { useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import type { CaptchaKind } from './captcha-field.tsx';

/** The part of both providers' script APIs that is used. */
interface CaptchaScript {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      theme: string;
      size: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

/** The state of a widget on the page, between two requests. */
interface Answers {
  token: string;
  waiting: ((token: string) => void)[];
  /** Requests the next answer from the provider, while its widget is on the page. */
  next(): void;
}

interface CaptchaProvider {
  /** The provider's display name. */
  name: string;
  script: string;
  /** The script's global variable. */
  global: 'turnstile' | 'hcaptcha';
  /** The name of the widget's standard size. */
  size: string;
  answers: Answers;
}

/** Standard width of both widgets, CSS pixels; on narrower screens they are scaled down. */
const USUAL_WIDTH = 304;
/** Most answers arrive automatically within this time; otherwise the user has to interact. */
const PATIENCE_MS = 10_000;

const loading = new Map<string, Promise<CaptchaScript>>();

function load({ script, global }: CaptchaProvider): Promise<CaptchaScript> {
  let loaded = loading.get(script);
  if (!loaded) {
    loaded = new Promise<CaptchaScript>((resolve, reject) => {
      const element = document.createElement('script');
      element.src = script;
      element.async = true;
      element.onload = () => resolve((window as unknown as Record<string, CaptchaScript>)[global]!);
      element.onerror = () => {
        loading.delete(script);
        element.remove();
        reject(new Error(`${script} did not come`));
      };
      document.head.append(element);
    });
    loading.set(script, loaded);
  }
  return loaded;
}

const noAnswers = (): Answers => ({ token: '', waiting: [], next() {} });

const TURNSTILE: CaptchaProvider = {
  name: 'Cloudflare',
  script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  global: 'turnstile',
  size: 'flexible',
  answers: noAnswers(),
};

const HCAPTCHA: CaptchaProvider = {
  name: 'hCaptcha',
  script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  global: 'hcaptcha',
  size: 'normal',
  answers: noAnswers(),
};

function CaptchaWidget({ provider, siteKey }: { provider: CaptchaProvider; siteKey: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [failedAt, setFailedAt] = useState(-1);
  useEffect(() => {
    const { answers } = provider;
    let leave = () => {};
    let isUnmounted = false;
    load(provider).then(
      (script) => {
        const there = place.current;
        if (isUnmounted || !there) return;
        const widget = script.render(there, {
          sitekey: siteKey,
          theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
          size: there.clientWidth < USUAL_WIDTH ? 'compact' : provider.size,
          callback: (token) => {
            setFailedAt(-1);
            answers.token = token;
            for (const take of answers.waiting) take(token);
            answers.waiting = [];
          },
          'expired-callback': () => {
            answers.token = '';
            answers.next();
          },
          'error-callback': () => setFailedAt(attempt),
        });
        answers.next = () => script.reset(widget);
        leave = () => script.remove(widget);
      },
      () => setFailedAt(attempt),
    );
    return () => {
      isUnmounted = true;
      Object.assign(answers, noAnswers());
      leave();
    };
  }, [provider, siteKey, attempt]);
  return (
    <div className="grid gap-2">
      <div key={attempt} ref={place} className="min-h-16" />
      {failedAt === attempt ? (
        <p role="alert" className="text-danger text-sm">
          The robot check by {provider.name} did not come. Please look at your connection and at what blocks
          scripts in your browser.{' '}
          <Button variant="link" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </p>
      ) : null}
    </div>
  );
}

async function give({ answers }: CaptchaProvider): Promise<string> {
  const answer =
    answers.token ||
    (await new Promise<string>((resolve, reject) => {
      answers.waiting = [...answers.waiting, resolve];
      setTimeout(
        () => reject(new Error('Please answer the robot check above the button first.')),
        PATIENCE_MS,
      );
    }));
  answers.token = '';
  answers.next();
  return answer;
}

export const turnstile: CaptchaKind = {
  Check: ({ siteKey }) => <CaptchaWidget provider={TURNSTILE} siteKey={siteKey} />,
  give: () => give(TURNSTILE),
};

export const hcaptcha: CaptchaKind = {
  Check: ({ siteKey }) => <CaptchaWidget provider={HCAPTCHA} siteKey={siteKey} />,
  give: () => give(HCAPTCHA),
};
