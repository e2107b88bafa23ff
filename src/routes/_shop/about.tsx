import { createFileRoute, Link } from '@tanstack/react-router';
import { aboutCopy } from '#brand/copy/about.ts';
import { aboutHead } from '#brand/copy/about-head.ts';
import { Selvedge } from '#design/selvedge.tsx';
import { useShop } from '#shared/shop-context.tsx';
import { pageHead, shopOf } from '../-head.ts';

export const Route = createFileRoute('/_shop/about')({
  head: ({ matches }) => {
    const shop = shopOf(matches);
    return pageHead({
      shop,
      title: shop ? aboutHead.title({ shopName: shop.name, city: shop.city }) : 'About',
      description: shop ? aboutHead.intro({ shopName: shop.name, city: shop.city }) : '',
      path: '/about',
    });
  },
  component: About,
});

function About() {
  const { name: shopName, city } = useShop();
  const facts = { shopName, city };
  const [opening, ...rest] = aboutCopy.story(facts);
  return (
    <article>
      <header className="grid lg:grid-cols-[1fr_34%]">
        <div className="wrap gutter-left grid content-end gap-6 pt-12 pb-12 lg:min-h-[34rem] lg:pt-20 lg:pb-20">
          <h1 className="max-w-[10ch] text-balance font-display text-4xl lg:text-[clamp(4rem,6.4vw,6.5rem)] lg:leading-[0.98]">
            {aboutHead.title(facts)}
          </h1>
          <p className="max-w-[34rem] text-lg text-muted-foreground">{aboutHead.intro(facts)}</p>
        </div>
        <div aria-hidden="true" className="cloth-wall h-28 lg:h-auto" />
      </header>

      <section
        aria-labelledby="story"
        className="wrap grid gap-x-16 gap-y-6 py-14 lg:grid-cols-[1fr_2.4fr] lg:py-28"
      >
        <h2 id="story" className="font-display text-2xl">
          {aboutCopy.storyTitle}
        </h2>
        <div className="grid gap-6">
          <p className="max-w-[40ch] font-display text-2xl leading-[1.3]">{opening}</p>
          <div className="grid max-w-[60rem] gap-x-12 gap-y-5 text-pretty lg:columns-2 lg:block lg:[&>p+p]:mt-5">
            {rest.map((paragraph) => (
              <p key={paragraph} className="break-inside-avoid">
                {paragraph}
              </p>
            ))}
          </div>
        </div>
      </section>

      <div className="bg-ink text-paper">
        <Selvedge />
        <div className="wrap grid gap-x-16 gap-y-12 py-16 lg:grid-cols-2 lg:py-28">
          {[
            { id: 'mission', title: aboutCopy.missionTitle, text: aboutCopy.mission },
            { id: 'vision', title: aboutCopy.visionTitle, text: aboutCopy.vision },
          ].map(({ id, title, text }) => (
            <section key={id} aria-labelledby={id} className="grid content-start gap-4">
              <h2 id={id} className="text-brass text-lg">
                {title}
              </h2>
              <p className="text-balance font-display text-2xl leading-[1.28]">{text}</p>
            </section>
          ))}
        </div>
      </div>

      <section aria-labelledby="services" className="wrap py-14 lg:py-28">
        <h2 id="services" className="mb-6 font-display text-3xl lg:mb-12">
          {aboutCopy.servicesTitle}
        </h2>
        <ul className="border-b">
          {aboutCopy.services.map(({ title, text }) => (
            <li key={title} className="grid gap-x-16 gap-y-2 border-t py-7 lg:grid-cols-[1fr_2.4fr] lg:py-9">
              <h3 className="font-display text-2xl">{title}</h3>
              <p className="max-w-[62ch]">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="values" className="bg-muted">
        <div className="wrap grid gap-x-16 gap-y-8 py-14 lg:grid-cols-[1fr_2.4fr] lg:py-28">
          <h2 id="values" className="font-display text-3xl">
            {aboutCopy.valuesTitle}
          </h2>
          <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
            {aboutCopy.values.map(({ title, text }) => (
              <div key={title}>
                <dt className="mb-1 font-semibold text-lg">{title}</dt>
                <dd className="max-w-[42ch] text-muted-foreground">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>

      <div className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-5 py-14 lg:py-20">
        <p className="max-w-[26ch] font-display text-2xl">{aboutCopy.closingText}</p>
        <p className="flex flex-wrap gap-x-8 gap-y-2">
          <Link to="/contact" className="link inline-flex min-h-11 items-center font-semibold text-primary">
            {aboutCopy.contactLinkText}
          </Link>
          <Link to="/products" className="link inline-flex min-h-11 items-center font-semibold text-primary">
            {aboutCopy.productsLinkText}
          </Link>
        </p>
      </div>
    </article>
  );
}
