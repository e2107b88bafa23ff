import { Picture } from '#design/picture.tsx';

/** What was ordered, at a glance: the first pictures of an order, laid over one another like folded cloth. */
export function ClothStack({ pictures, more = 0 }: { pictures: readonly string[]; more?: number }) {
  return (
    <span aria-hidden="true" className="flex shrink-0 items-end">
      {pictures.map((src, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may lie there twice, and none moves
          key={`${place} ${src}`}
          className="w-11 border border-card bg-card not-first:-ml-5"
          style={{ zIndex: pictures.length - place }}
        >
          <Picture
            src={src}
            alt=""
            width={320}
            height={400}
            sizes="3rem"
            className="aspect-4/5 object-cover"
          />
        </span>
      ))}
      {more > 0 ? <span className="pl-1.5 text-muted-foreground text-xs tabular-nums">+{more}</span> : null}
    </span>
  );
}
