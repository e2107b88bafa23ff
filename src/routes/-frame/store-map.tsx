import { MapPin } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '#design/cn.ts';
import { useDataSaver } from '#shared/data-saver.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';
import { useShop } from '#shared/shop-context.tsx';
import { mapsLink } from './maps-link.ts';

/**
 * A map of the shop. Script and tiles load when it is scrolled into view, with the data saver on request; until
 * then, and if they fail, address and link are shown. With `isWholeALink` the map is one link; otherwise it
 * is interactive, with the link in its corner.
 */
export function StoreMap({ isWholeALink, className }: { isWholeALink?: boolean; className?: string }) {
  const shop = useShop();
  const savesData = useDataSaver();
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const { part, want, hasFailed } = useLazyComponent(() => import('./leaflet-map.ts'));
  const [hasTiles, setHasTiles] = useState(false);
  const { latitude, longitude } = shop.location;

  useEffect(() => {
    if (!frame.current || savesData) return;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      want();
    });
    seen.observe(frame.current);
    return () => seen.disconnect();
  }, [want, savesData]);

  useEffect(() => {
    if (!part || !place.current) return;
    return part.drawMap(place.current, {
      latitude,
      longitude,
      name: shop.name,
      tilesUrl: shop.tilesUrl,
      attribution: shop.tilesAttribution,
      isStill: isWholeALink ?? false,
      onTiles: setHasTiles,
    });
  }, [part, latitude, longitude, shop.name, shop.tilesUrl, shop.tilesAttribution, isWholeALink]);

  const link = (
    <a
      href={mapsLink(shop)}
      target="_blank"
      rel="noopener noreferrer"
      className={cn(
        'z-10 inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-sm bg-card px-3 font-semibold text-foreground text-sm hover:underline',
        isWholeALink ? 'after:absolute after:inset-0' : 'shadow-pop',
      )}
    >
      <MapPin aria-hidden="true" className="size-4 text-gold" />
      Open in Maps
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
  return (
    <div ref={frame} className={cn('map-paper relative isolate overflow-hidden rounded-sm', className)}>
      <div className={cn('absolute inset-0 z-0 transition-opacity duration-500', !hasTiles && 'opacity-0')}>
        {/* Leaflet sets classes on it: ours are on the parent. */}
        <div ref={place} data-map inert={isWholeALink} style={{ height: '100%' }} />
      </div>
      {hasTiles ? null : (
        <div
          className={cn(
            'absolute top-4 left-4 grid max-w-72 gap-1 bg-card pr-3 pb-1',
            // The link is below it. The footer has the whole address beside the map.
            isWholeALink && 'max-w-[calc(100%-2rem)] max-sm:top-2 max-sm:gap-0 max-sm:pb-0',
          )}
        >
          <p className={cn('font-display text-2xl', isWholeALink && 'truncate')}>{shop.name}</p>
          <p className={isWholeALink ? 'line-clamp-1 text-sm sm:line-clamp-2' : undefined}>{shop.address}</p>
        </div>
      )}
      {/* As large as the map, because its link's overlay fills this element. */}
      <div
        className={cn(
          'absolute z-10 flex items-end',
          isWholeALink ? cn('inset-0 pl-3', hasTiles ? 'pb-5 sm:pb-8' : 'pb-1') : 'bottom-8 left-3 gap-2',
        )}
      >
        {link}
        {savesData && !part && !hasFailed ? (
          <button
            type="button"
            onClick={want}
            className="link z-20 min-h-11 whitespace-nowrap bg-card px-2 font-semibold text-foreground text-sm"
          >
            Show the map
          </button>
        ) : null}
      </div>
    </div>
  );
}
