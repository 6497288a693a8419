import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { customerDoubleRoutes } from '#contract/callcenter/customers/customerDoubles.ts';
import { signsText } from '#contract/rules/customers/customerDoubles.ts';
import { useRoute } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { customerOption, customerText } from '../CustomerLabel.tsx';

interface LikelyDoublesProps {
  idCli: number;
  onChoose: (other: AsyncOption) => void;
}

/** The registrations that are probably of the same customer, each with its reasons, to be chosen without a search. */
export function LikelyDoubles({ idCli, onChoose }: LikelyDoublesProps) {
  const labelId = useId();
  const answer = useRoute(customerDoubleRoutes.ofCustomer, { params: { idCli } });
  return (
    <Answered answer={answer} skeleton={null}>
      {(doubles) =>
        doubles.length > 0 && (
          <Box role="group" aria-labelledby={labelId} sx={{ mt: 3 }}>
            <Typography id={labelId} variant="body2">
              Possíveis duplicados
            </Typography>
            {doubles.map(({ outro, motivos }) => (
              <Button
                key={outro.id}
                fullWidth
                onClick={() => onChoose(customerOption(outro))}
                sx={{ justifyContent: 'flex-start', textAlign: 'left' }}
              >
                {`${customerText(outro)} · ${signsText(motivos)}`}
              </Button>
            ))}
          </Box>
        )
      }
    </Answered>
  );
}
