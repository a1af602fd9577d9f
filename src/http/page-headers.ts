type Source = "'self'" | "'none'";

/** The headers of a page: nothing from elsewhere, nothing inline, no text that becomes HTML, in nobody's frame. */
export function pageHeaders({ scripts, forms }: { scripts: Source; forms: Source }): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${scripts}`,
      "style-src 'self'",
      `connect-src ${scripts}`,
      "img-src 'self'",
      "base-uri 'none'",
      `form-action ${forms}`,
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
