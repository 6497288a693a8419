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
import type { IconName } from '../../../../contract/catalogs/catalog.ts';

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
