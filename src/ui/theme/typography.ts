/** Inter, 14 px body, 13 px for tables and small controls; headings are weight, not size. */
const FONT = "'Inter Variable', 'Inter', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

const text = (px: number, line: number, weight = 400, spacing = '0') => ({
  fontSize: `${px / 16}rem`,
  lineHeight: line / px,
  fontWeight: weight,
  letterSpacing: spacing,
});

export const typography = {
  fontFamily: FONT,
  fontSize: 14,
  fontWeightMedium: 500,
  fontWeightBold: 600,
  h1: text(20, 28, 600, '-0.014em'),
  h2: text(16, 24, 600, '-0.01em'),
  h3: text(14, 20, 600, '-0.006em'),
  h4: text(14, 20, 600),
  h5: text(14, 20, 600),
  h6: text(14, 20, 600),
  subtitle1: text(14, 20, 500),
  subtitle2: text(13, 20, 500),
  body1: text(14, 20),
  body2: text(13, 20),
  caption: text(12, 16),
  overline: { ...text(12, 16, 500), textTransform: 'none' as const },
  button: { ...text(14, 20, 500), textTransform: 'none' as const },
};
