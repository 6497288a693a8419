import AccountCircle from '@mui/icons-material/AccountCircle';
import AddCircleOutline from '@mui/icons-material/AddCircleOutline';
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettings';
import Archive from '@mui/icons-material/Archive';
import AssignmentInd from '@mui/icons-material/AssignmentInd';
import AssignmentReturn from '@mui/icons-material/AssignmentReturn';
import AttachFile from '@mui/icons-material/AttachFile';
import Autorenew from '@mui/icons-material/Autorenew';
import Badge from '@mui/icons-material/Badge';
import Block from '@mui/icons-material/Block';
import Description from '@mui/icons-material/Description';
import DomainVerification from '@mui/icons-material/DomainVerification';
import Event from '@mui/icons-material/Event';
import EventBusy from '@mui/icons-material/EventBusy';
import Feedback from '@mui/icons-material/Feedback';
import Forward from '@mui/icons-material/Forward';
import HowToReg from '@mui/icons-material/HowToReg';
import Inventory2 from '@mui/icons-material/Inventory2';
import LocalShipping from '@mui/icons-material/LocalShipping';
import Lock from '@mui/icons-material/Lock';
import ManageAccounts from '@mui/icons-material/ManageAccounts';
import MarkEmailRead from '@mui/icons-material/MarkEmailRead';
import MoneyOff from '@mui/icons-material/MoneyOff';
import Paid from '@mui/icons-material/Paid';
import Pending from '@mui/icons-material/Pending';
import PersonSearch from '@mui/icons-material/PersonSearch';
import PointOfSale from '@mui/icons-material/PointOfSale';
import Public from '@mui/icons-material/Public';
import QuestionAnswer from '@mui/icons-material/QuestionAnswer';
import ReceiptLong from '@mui/icons-material/ReceiptLong';
import RemoveShoppingCart from '@mui/icons-material/RemoveShoppingCart';
import ReportProblem from '@mui/icons-material/ReportProblem';
import RequestQuote from '@mui/icons-material/RequestQuote';
import Search from '@mui/icons-material/Search';
import ShoppingCartCheckout from '@mui/icons-material/ShoppingCartCheckout';
import Storefront from '@mui/icons-material/Storefront';
import SupervisorAccount from '@mui/icons-material/SupervisorAccount';
import Today from '@mui/icons-material/Today';
import TrendingUp from '@mui/icons-material/TrendingUp';
import Unarchive from '@mui/icons-material/Unarchive';
import Undo from '@mui/icons-material/Undo';
import Warehouse from '@mui/icons-material/Warehouse';
import Warning from '@mui/icons-material/Warning';
import type SvgIcon from '@mui/material/SvgIcon';
import type { IconName } from '#contract/catalogs/catalog.ts';
import type { CatalogIconProps, firstIcons } from './CatalogIcon.tsx';

export type LaterIconName = Exclude<IconName, keyof typeof firstIcons>;

/** The icons of all other names that data may use; a missing one does not compile. */
const ICONS: Record<LaterIconName, typeof SvgIcon> = {
  AccountCircle,
  AddCircleOutline,
  AdminPanelSettings,
  Archive,
  AssignmentInd,
  AssignmentReturn,
  AttachFile,
  Autorenew,
  Badge,
  Block,
  Description,
  DomainVerification,
  Event,
  EventBusy,
  Feedback,
  Forward,
  HowToReg,
  Inventory2,
  LocalShipping,
  Lock,
  ManageAccounts,
  MarkEmailRead,
  MoneyOff,
  Paid,
  Pending,
  PersonSearch,
  PointOfSale,
  Public,
  QuestionAnswer,
  ReceiptLong,
  RemoveShoppingCart,
  ReportProblem,
  RequestQuote,
  Search,
  ShoppingCartCheckout,
  Storefront,
  SupervisorAccount,
  Today,
  TrendingUp,
  Unarchive,
  Undo,
  Warehouse,
  Warning,
};

export const LaterIcon = ({ name, size, color }: CatalogIconProps & { name: LaterIconName }) => {
  const Icon = ICONS[name];
  return <Icon aria-hidden style={{ width: size, height: size, color, flex: 'none' }} />;
};
