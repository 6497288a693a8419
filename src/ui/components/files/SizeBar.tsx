import { styled } from '@mui/material/styles';
import { formatFileSize, sizeExceededMessage } from '../../../../contract/rules/files.ts';
import { themeColors } from '../toneColors.ts';

interface SizeBarProps {
  bytes: number;
  maxBytes: number;
  label?: string;
}

/** 'X MB de Y MB', and the warning once the sum is above the maximum. */
export const SizeBar = ({ bytes, maxBytes, label = 'Tamanho dos anexos' }: SizeBarProps) => {
  const exceeded = bytes > maxBytes;
  const text = `${formatFileSize(bytes)} de ${formatFileSize(maxBytes)}`;
  return (
    <Bar data-exceeded={exceeded || undefined}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={maxBytes}
        aria-valuenow={Math.min(bytes, maxBytes)}
        aria-valuetext={text}
      >
        <div style={{ width: `${Math.min(100, (bytes / maxBytes) * 100)}%` }} />
      </div>
      <span>{text}</span>
      <strong role="alert">{exceeded && sizeExceededMessage(maxBytes)}</strong>
    </Bar>
  );
};

const Bar = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    fontSize: 12,
    fontVariantNumeric: 'tabular-nums',
    color: color.text.secondary,
    '& [role=progressbar]': {
      flex: '1 1 120px',
      height: 6,
      borderRadius: 3,
      overflow: 'hidden',
      backgroundColor: color.components?.linha ?? color.divider,
    },
    '& [role=progressbar] > div': { height: '100%', backgroundColor: color.primary.main },
    '&[data-exceeded] [role=progressbar] > div': { backgroundColor: color.error.main },
    '& strong': { flexBasis: '100%', fontWeight: 500, color: color.actions?.perigo.text ?? color.error.main },
    '& strong:empty': { display: 'none' },
  };
});
