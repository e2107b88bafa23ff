import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { contactCopy } from '#brand/copy/contact.ts';
import { ExternalLink } from '#design/external-link.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { ContactForm } from '#domains/contact/ui/contact-form.tsx';
import { excerpt } from '#shared/excerpt.ts';
import { phoneText } from '#shared/phone-text.ts';
import { useShop } from '#shared/shop-context.tsx';
import { shopJsonLd } from '../-frame/shop-contact.ts';
import { StoreMap } from '../-frame/store-map.tsx';
import { pageHead, shopOf } from '../-head.ts';

export const Route = createFileRoute('/_shop/contact')({
  head: ({ matches }) => {
    const shop = shopOf(matches);
    return pageHead({
      shop,
      title: 'Contact',
      description: shop
        ? excerpt(
            `${shop.address}. ${shop.hours ? `${shop.hours}. ` : ''}Telephone ${shop.phone}, WhatsApp and mail.`,
          )
        : '',
      path: '/contact',
      jsonLd: shop ? [shopJsonLd(shop)] : [],
    });
  },
  component: Contact,
});

const linkLook = 'link inline-flex min-h-11 items-center';

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid min-h-16 items-baseline border-t py-2.5 sm:grid-cols-[8rem_1fr]">
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="text-lg">{children}</dd>
    </div>
  );
}

function Contact() {
  const shop = useShop();
  const facts = { shopName: shop.name, city: shop.city };
  return (
    <div className="wrap grid gap-14 pt-10 pb-16 lg:gap-20 lg:pt-20 lg:pb-28">
      <PageHeading title={contactCopy.title} lead={contactCopy.intro(facts)} />
      <div className="grid gap-x-20 gap-y-14 lg:grid-cols-[1fr_1.15fr]">
        <section aria-labelledby="details">
          <h2 id="details" className="mb-5 font-display text-2xl">
            {contactCopy.detailsTitle}
          </h2>
          <dl className="border-b">
            <Detail term="Address">
              <address className="not-italic">{shop.address}</address>
            </Detail>
            {shop.hours ? <Detail term="Hours">{shop.hours}</Detail> : null}
            <Detail term="Telephone">
              <a href={`tel:${shop.phone}`} className={linkLook}>
                {phoneText(shop.phone)}
              </a>
            </Detail>
            <Detail term="WhatsApp">
              <ExternalLink href={`https://wa.me/${shop.whatsapp}`} className={linkLook}>
                {contactCopy.whatsappLinkText}
              </ExternalLink>
            </Detail>
            <Detail term="Email">
              <a href={`mailto:${shop.email}`} className={linkLook}>
                {shop.email}
              </a>
            </Detail>
          </dl>
        </section>
        <section aria-labelledby="message">
          <h2 id="message" className="mb-2 font-display text-2xl">
            {contactCopy.formTitle}
          </h2>
          <p className="mb-6 text-muted-foreground">{contactCopy.formIntro}</p>
          <p className="mb-6 hidden border-l-4 border-l-warning bg-warning-soft p-4 scriptless:block">
            {contactCopy.formNeedsScript}
          </p>
          <ContactForm />
        </section>
      </div>
      <section aria-labelledby="map">
        <h2 id="map" className="mb-5 font-display text-2xl">
          {contactCopy.mapTitle}
        </h2>
        <StoreMap className="h-[400px]" />
      </section>
    </div>
  );
}
