import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import HeadsetMic from '@mui/icons-material/HeadsetMic';
import HelpOutline from '@mui/icons-material/HelpOutline';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import Inbox from '@mui/icons-material/InboxOutlined';
import PendingActions from '@mui/icons-material/PendingActions';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import ThumbDown from '@mui/icons-material/ThumbDown';
import Verified from '@mui/icons-material/Verified';
import type SvgIcon from '@mui/material/SvgIcon';
import { Suspense } from 'react';
import { type IconName, iconNames } from '#contract/catalogs/catalog.ts';
import { lazyScreen } from '../../shell/loadLater.tsx';
import type { LaterIconName } from './LaterIcon.tsx';

export interface CatalogIconProps {
  name: IconName;
  /** Size in pixels. */
  size?: number;
  color?: string;
}

/**
 * Always next to text or inside a labelled element, so it is hidden from screen readers. Its space is reserved while it
 * loads.
 */
export const CatalogIcon = ({ name, size = 16, color }: CatalogIconProps) => {
  if (isLater(name))
    return (
      <Suspense fallback={<svg aria-hidden width={size} height={size} style={{ flex: 'none' }} />}>
        <LaterIcon name={name} size={size} color={color} />
      </Suspense>
    );
  const Icon = name in firstIcons ? firstIcons[name] : firstIcons.HelpOutline;
  return <Icon aria-hidden style={{ width: size, height: size, color, flex: 'none' }} />;
};

const isLater = (name: IconName): name is LaterIconName => !(name in firstIcons) && iconNames.includes(name);
// An icon is not worth a message.
const LaterIcon = lazyScreen(
  () => import('./LaterIcon.tsx'),
  'LaterIcon',
  () => null,
);

/** Icons of ticket statuses and results, which the first screens need. */
export const firstIcons = {
  Cancel,
  CheckCircle,
  HeadsetMic,
  HelpOutline,
  HourglassEmpty,
  Inbox,
  PendingActions,
  SwapHoriz,
  ThumbDown,
  Verified,
} satisfies Partial<Record<IconName, typeof SvgIcon>>;
