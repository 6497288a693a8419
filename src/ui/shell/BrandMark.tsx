import { useTheme } from '@mui/material/styles';

/** A counter bell on its counter: the same drawing as public/icon.svg. */
export function BrandMark({ size = 28 }: { size?: number }) {
  const { main, contrast } = useTheme().vars.palette.actions.primaria;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill={main} />
      <g fill={contrast}>
        <circle cx="16" cy="9" r="2" />
        <path d="M7.5 19a8.5 8.5 0 0 1 17 0z" />
        <rect x="6" y="21.5" width="20" height="3" rx="1.5" />
      </g>
    </svg>
  );
}
