/** What a page of ours never asks a browser for. */
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
/** Passkeys, on our own pages alone. */
const OWN = ['publickey-credentials-get', 'publickey-credentials-create'];

/**
 * Headers every answer carries. HSTS only where the shop is reached by https, or localhost would be locked; without
 * its subdomains, which may be other houses' servers.
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

/** The policy of what is no page: were it shown as one it would load nothing, and nobody frames it. */
export const POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'";
