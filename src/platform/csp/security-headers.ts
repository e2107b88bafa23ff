/** Browser features that no page uses. */
const UNUSED = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
/** Passkeys, on the shop's own pages only. */
const OWN = ['publickey-credentials-get', 'publickey-credentials-create'];

/**
 * Headers of every response. HSTS only if the shop is served over https, otherwise localhost would be locked; without
 * subdomains, which may belong to others.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': [
      ...UNUSED.map((feature) => `${feature}=()`),
      ...OWN.map((feature) => `${feature}=(self)`),
    ].join(', '),
    ...(new URL(publicUrl).protocol === 'https:' && {
      'strict-transport-security': 'max-age=31536000',
    }),
  };
}

/** The policy of responses that are not pages: shown as a page they load nothing, and they cannot be framed. */
export const POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'";
