import 'leaflet/dist/leaflet.css';
import * as leaflet from 'leaflet';

/** The zoom level at which street names appear. */
const ZOOM = 15;

// Drawn here, because Leaflet's marker image is not part of the bundle.
const MARKER_PATHS: Record<string, string>[] = [
  {
    d: 'M18 47C18 47 35 30 35 17.5A17 17 0 0 0 1 17.5C1 30 18 47 18 47Z',
    fill: 'var(--promo-fill)',
    stroke: 'var(--paper)',
    'stroke-width': '2',
  },
  { d: 'M10 12h16v3H10zM10 17h16v3H10zM10 22h16v3H10z', fill: 'var(--brass)' },
];

export interface MapSpec {
  latitude: number;
  longitude: number;
  name: string;
  tilesUrl: string;
  attribution: string;
  /** Whether the map is a static image without interaction. */
  isStill: boolean;
  /** Called when the first tile has loaded. */
  onTiles(hasTiles: boolean): void;
}

/** Renders the map into `place`, centred on the shop. Returns a function that removes it. */
export function drawMap(place: HTMLElement, spec: MapSpec): () => void {
  const centre: leaflet.LatLngTuple = [spec.latitude, spec.longitude];
  const moves = !spec.isStill;
  const map = leaflet.map(place, {
    center: centre,
    zoom: ZOOM,
    zoomControl: false,
    keyboard: moves,
    doubleClickZoom: moves,
    touchZoom: moves,
    // One finger and the wheel scroll the page instead of the map.
    scrollWheelZoom: false,
    // Leaflet renders it as HTML; ours is plain text from the configuration.
    attributionControl: false,
    dragging: moves && matchMedia('(pointer: fine)').matches,
    fadeAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  // Leaflet renders its own texts as HTML.
  if (moves) leaflet.control.zoom({ zoomInText: '+', zoomOutText: '−' }).addTo(map);
  attribution(spec.attribution).addTo(map);
  leaflet
    .tileLayer(spec.tilesUrl, { maxZoom: 19 })
    .once('tileload', () => spec.onTiles(true))
    .addTo(map);
  leaflet
    .marker(centre, {
      icon: leaflet.divIcon({ html: marker(), className: '', iconSize: [36, 48], iconAnchor: [18, 47] }),
      alt: spec.name,
      title: spec.name,
      interactive: false,
      keyboard: false,
    })
    .addTo(map);
  return () => {
    spec.onTiles(false);
    map.remove();
  };
}

function attribution(text: string): leaflet.Control {
  const control = new leaflet.Control({ position: 'bottomright' });
  control.onAdd = () => {
    const element = leaflet.DomUtil.create('div', 'leaflet-control-attribution');
    element.textContent = text;
    return element;
  };
  return control;
}

const element = (name: string, attributes: Record<string, string>): SVGElement => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

function marker(): HTMLElement {
  const drawing = element('svg', { viewBox: '0 0 36 48', width: '36', height: '48', 'aria-hidden': 'true' });
  drawing.append(...MARKER_PATHS.map((path) => element('path', path)));
  // Leaflet only checks that it is an Element.
  return drawing as unknown as HTMLElement;
}
