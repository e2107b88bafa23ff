import { useEffect, useRef } from 'react';
import { submittedNote } from '#brand/copy/shopping.ts';
import { Button } from '#design/button.tsx';
import { Selvedge } from '#design/selvedge.tsx';
import { PushSlot } from '#domains/notifications/ui/push-slot.tsx';
import type { Order } from '../../contract.ts';
import { MessageOptions } from '../../message/ui/message-options.tsx';

/**
 * Shown when the order is saved and has to be sent to the tailor. A plain link, so that no browser blocks it.
 */
export function OrderSubmitted({
  order,
  takesFocus,
  onContinue,
}: {
  order: Order;
  /** True after a submission on this page: the pressed button is gone, so the focus moves here. */
  takesFocus: boolean;
  onContinue: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <section
      aria-labelledby="order-submitted"
      className="mx-auto grid max-w-xl justify-items-center gap-5 border bg-card pb-8 text-center"
    >
      <Selvedge />
      <h2 ref={heading} tabIndex={-1} id="order-submitted" className="px-4 pt-4 font-display text-3xl">
        Order submitted
      </h2>
      <p className="px-4">
        Your order number is
        <strong className="mt-1 block font-display text-4xl tabular-nums">#{order.orderNumber}</strong>
      </p>
      <p className="max-w-prose px-4 text-muted-foreground">{submittedNote}</p>
      {order.whatsappLink ? (
        <Button asChild size="lg" variant="whatsapp">
          <a
            href={order.whatsappLink}
            target="_blank"
            rel="noopener"
            onClick={onContinue}
            onAuxClick={(event) => {
              if (event.button === 1) onContinue();
            }}
          >
            Continue to WhatsApp
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </Button>
      ) : null}
      <MessageOptions order={order} className="justify-items-center px-4" />
      <PushSlot className="w-full border-t px-4 pt-5 text-left sm:px-8" />
    </section>
  );
}
