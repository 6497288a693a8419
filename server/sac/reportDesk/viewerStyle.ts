import { createHash } from 'node:crypto';

/** The one stylesheet of the viewer; the policy allows it by its hash. */
export const VIEWER_STYLE = `
:root{color-scheme:light dark;--ink:#1d2125;--soft:#5b6470;--line:#dfe3e8;--ground:#fff;--head:#f5f7f9;--tone:#1f6feb;--warn:#7a4d00;--warnground:#fff4d6}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a3adb8;--line:#343b44;--ground:#15181c;--head:#1c2026;--tone:#6ea8fe;--warn:#ffd58a;--warnground:#3a2d10}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--ground);color:var(--ink);font:14px/1.45 "Public Sans",system-ui,sans-serif}
h1{margin:0 0 4px;font-size:18px;font-weight:600}
p{margin:0 0 12px;color:var(--soft)}
.warn{padding:8px 12px;border-radius:8px;background:var(--warnground);color:var(--warn)}
dl{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 16px}
dl div{padding:8px 12px;border:1px solid var(--line);border-radius:8px;min-width:120px}
dt{font-size:12px;color:var(--soft)}
dd{margin:0;font-size:18px;font-weight:600;font-variant-numeric:tabular-nums}
.scroll{overflow:auto;border:1px solid var(--line);border-radius:8px}
table{width:100%;border-collapse:collapse;font-size:13px}
th,td{padding:6px 12px;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{position:sticky;top:0;border-top:0;background:var(--head);font-weight:500;color:var(--soft);white-space:nowrap}
.figure{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tfoot td{font-weight:600;background:var(--head);white-space:nowrap}
.chart{margin:0 0 16px;padding:12px;border:1px solid var(--line);border-radius:8px}
.chart caption{text-align:left;font-weight:600;padding-bottom:8px}
.chart th,.chart td{border:0;padding:3px 8px 3px 0;font-weight:400}
.chart .bar{width:60%}
.chart svg{display:block;width:100%;height:12px}
.chart rect{fill:var(--tone)}
.alone{display:grid;place-content:center;min-height:90vh;text-align:center}
`;

const styleHash = createHash('sha256').update(VIEWER_STYLE).digest('base64');

/** Nothing runs and nothing is fetched; only our own pages may frame it, and it may lead nowhere by itself. */
export const VIEWER_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');
