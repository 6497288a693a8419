import { useLocation } from 'react-router-dom';
import { lazyScreen } from '#ui/shell/loadLater.tsx';

/** `/agendas/ligacoes`: the calls to make today. `/ligacoes`: those that came in. */
export const CallsPage = () =>
  useLocation().pathname === '/ligacoes' ? <ReceivedCallsPage /> : <DayCallsPage />;

const DayCallsPage = lazyScreen(() => import('./DayCallsPage.tsx'), 'DayCallsPage');
const ReceivedCallsPage = lazyScreen(() => import('./received/ReceivedCallsPage.tsx'), 'ReceivedCallsPage');
