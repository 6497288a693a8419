import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import TodayIcon from '@mui/icons-material/TodayOutlined';
import { Tag } from '../../../ui/components/display/Tag.ts';
import { dueText } from './dueWords.ts';

/** 'Vencido há 3 dias', 'Hoje', 'Vencimento para 12 dias': colour, icon and word. */
export function DueText({ days }: { days: number }) {
  const Icon = days < 0 ? ErrorOutlined : days === 0 ? TodayIcon : CheckCircleOutlined;
  return (
    <Tag tone={days < 0 ? 'tons.vermelho' : days === 0 ? 'tons.ambar' : 'tons.verde'}>
      <Icon sx={{ fontSize: 14 }} />
      <span>{dueText(days)}</span>
    </Tag>
  );
}
