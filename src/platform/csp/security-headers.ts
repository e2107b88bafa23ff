/** Headers every answer carries. HSTS only where the shop is reached by https, or localhost would be locked. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    ...(new URL(publicUrl).protocol === 'https:' && {
      'strict-transport-security': 'max-age=31536000',
    }),
  };
}
