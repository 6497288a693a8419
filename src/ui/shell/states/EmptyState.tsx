import InboxOutlined from '@mui/icons-material/InboxOutlined';
import { StateMessage, type StateMessageProps } from './StateMessage.tsx';

/** Nothing to show: says why, and offers the next act. */
export function EmptyState({ icon = <InboxOutlined />, ...rest }: Omit<StateMessageProps, 'role' | 'note'>) {
  return <StateMessage icon={icon} role="status" {...rest} />;
}
