import { QrCode as QrCodeIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import { CopyButton } from '#design/copy-button.tsx';
import { useLazyComponent } from '#shared/lazy-component.ts';
import type { Order } from '../../contract.ts';

/** Longer links would be codes that cameras cannot read from a screen. */
const MAX_QR_LINK = 1_700;

/** Other ways to send the prepared message than by WhatsApp on this device. */
export function MessageOptions({ order, className }: { order: Order; className?: string }) {
  const [isShown, setShown] = useState(false);
  const code = useLazyComponent(() => import('#design/qr-code.tsx').then(({ QrCode }) => QrCode));
  const link = order.whatsappLink;
  if (!link) return null;
  const Code = code.part;
  return (
    <div className={cn('grid gap-4', className)}>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={new URL(link).searchParams.get('text') ?? ''} label="Copy the message" />
        {link.length <= MAX_QR_LINK ? (
          <Button
            variant="outline"
            size="sm"
            className="hidden min-h-11 lg:inline-flex"
            aria-expanded={isShown}
            onClick={() => {
              code.want();
              setShown(!isShown);
            }}
          >
            <QrCodeIcon aria-hidden="true" />
            WhatsApp on your phone
          </Button>
        ) : (
          <p className="hidden self-center text-muted-foreground text-sm lg:block">
            This message is too long for a QR code. Copy it and paste it into a WhatsApp chat with{' '}
            {`+${new URL(link).pathname.slice(1)}`}.
          </p>
        )}
      </div>
      {isShown ? (
        <figure className="hidden w-96 max-w-full gap-2 text-left lg:grid">
          {Code ? <Code text={link} label="QR code of the WhatsApp link" className="w-full" /> : null}
          <figcaption className="text-muted-foreground text-sm">
            {code.hasFailed
              ? 'The code could not be loaded. Please check your connection and press the button again.'
              : 'Scan this code with your phone’s camera: WhatsApp opens there, with the message.'}
          </figcaption>
        </figure>
      ) : null}
    </div>
  );
}
