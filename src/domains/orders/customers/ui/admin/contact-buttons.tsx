import { Mail, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#design/button.tsx';
import { ExternalLink } from '#design/external-link.tsx';

/** Links to write to a customer or call them, and what belongs to them below. */
export function ContactButtons({
  chat,
  mail,
  phone,
  children,
}: {
  /** The WhatsApp link; undefined or null without a phone number. */
  chat: string | null | undefined;
  mail: string;
  phone: string | null;
  children?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-2 gap-2 print:hidden">
      {chat ? (
        <Button asChild variant="whatsapp" className="col-span-2">
          <ExternalLink href={chat}>
            <MessageCircle aria-hidden="true" />
            WhatsApp
          </ExternalLink>
        </Button>
      ) : null}
      <Button asChild variant="outline">
        <a href={mail}>
          <Mail aria-hidden="true" />
          Mail
        </a>
      </Button>
      {phone ? (
        <Button asChild variant="outline">
          <a href={`tel:${phone}`}>
            <Phone aria-hidden="true" />
            Call
          </a>
        </Button>
      ) : null}
      {children}
    </div>
  );
}
