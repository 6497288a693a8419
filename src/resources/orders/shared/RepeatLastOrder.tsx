import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import IconButton from '@mui/material/IconButton';
import { Hint } from '#ui/components/Hint.tsx';
import { REPEAT_LAST_ORDER, useRepeatLastOrder } from './useRepeatLastOrder.ts';

/** The button of a row that speaks of a customer; only for those who may make quotes. */
export function RepeatLastOrder({ customer }: { customer: { id: number; fant: string; razSoc: string } }) {
  const { repeat, isPending } = useRepeatLastOrder();
  return (
    <Hint text={REPEAT_LAST_ORDER}>
      <IconButton
        size="small"
        aria-label={`${REPEAT_LAST_ORDER} de ${customer.fant || customer.razSoc}`}
        loading={isPending(customer.id)}
        onClick={() => repeat(customer.id)}
      >
        <ReplayOutlined fontSize="small" />
      </IconButton>
    </Hint>
  );
}
