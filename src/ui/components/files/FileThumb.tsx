import DescriptionIcon from '@mui/icons-material/Description';
import ImageIcon from '@mui/icons-material/Image';
import PictureAsPdfIcon from '@mui/icons-material/PictureAsPdf';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { themeColors } from '../toneColors.ts';

interface FileThumbProps {
  name: string;
  /** Address of a small picture; without one, or when it does not load, an icon by type. */
  src?: string | undefined;
  /** Pixels. */
  size?: number;
}

/** The picture of a file, beside its written name. */
export const FileThumb = ({ name, src, size = 40 }: FileThumbProps) => {
  const [broken, setBroken] = useState<string>();
  return (
    <Square style={{ width: size, height: size }} aria-hidden>
      {src && broken !== src ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(src)} />
      ) : (
        <FileIcon name={name} />
      )}
    </Square>
  );
};

const FileIcon = ({ name }: { name: string }) => {
  if (/\.pdf$/i.test(name)) return <PictureAsPdfIcon fontSize="small" />;
  return /\.(jpe?g|png|gif|webp|heic)$/i.test(name) ? (
    <ImageIcon fontSize="small" />
  ) : (
    <DescriptionIcon fontSize="small" />
  );
};

const Square = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  overflow: 'hidden',
  borderRadius: 6,
  color: themeColors(theme).text.secondary,
  backgroundColor: themeColors(theme).action.hover,
  '& img': { objectFit: 'cover' },
}));
