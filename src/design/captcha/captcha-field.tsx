import { useEffect } from 'react';
import { Button } from '#design/button.tsx';
import { giveAnswers } from '#shared/captcha/captcha-answer.ts';
import { CAPTCHA_PATHS } from '#shared/captcha/captcha-rules.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { useShop } from '#shared/shop-context.tsx';

type Captcha = NonNullable<ShopInfo['signIn']['captcha']>;

/** A kind of captcha: its component and a function that returns an answer; in a file of its own. */
export interface CaptchaKind {
  Check: (props: { siteKey: string }) => React.ReactNode;
  /** Throws an Error with the message for the user. */
  give(): Promise<string>;
}

const FILES = {
  altcha: () => import('./proof-of-work-field.tsx').then(({ work }) => work),
  turnstile: () => import('./captcha-widget.tsx').then(({ turnstile }) => turnstile),
  hcaptcha: () => import('./captcha-widget.tsx').then(({ hcaptcha }) => hcaptcha),
} satisfies Record<Captcha['kind'], () => Promise<CaptchaKind>>;

const NOT_LOADED = 'The robot check could not be loaded. Please check your connection and try again.';

/**
 * Placed above the submit button of forms that bots would use. Renders nothing unless a captcha is
 * configured.
 */
export function CaptchaField() {
  const { captcha } = useShop().signIn;
  return captcha ? <AskedField captcha={captcha} /> : null;
}

function AskedField({ captcha: { kind, siteKey } }: { captcha: Captcha }) {
  const { part, hasFailed, want } = useLazyComponent(FILES[kind]);
  useEffect(want, [want]);
  useEffect(
    () =>
      giveAnswers(async (path) => {
        if (!CAPTCHA_PATHS.has(path)) return undefined;
        const loaded = await FILES[kind]().catch(() => {
          throw new Error(NOT_LOADED);
        });
        return loaded.give();
      }),
    [kind],
  );
  if (part) return <part.Check siteKey={siteKey} />;
  return (
    <div className="min-h-11">
      {hasFailed ? (
        <p role="alert" className="text-danger text-sm">
          {NOT_LOADED}{' '}
          <Button variant="link" onClick={want}>
            Try again
          </Button>
        </p>
      ) : null}
    </div>
  );
}
