import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { JsonSchema } from '../../../contract/rules/definitions/definition.ts';

/** As many bars as the form has fields, within reason, so that the page does not jump. */
export function FormSkeleton({ schema }: { schema: JsonSchema }) {
  const count = Math.min(8, Math.max(2, Object.keys(schema.properties ?? {}).length));
  return (
    <Stack spacing={3} role="status" aria-busy aria-label="Carregando formulário">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <div key={index}>
          <Skeleton width={120} height={20} />
          <Skeleton variant="rounded" height={34} />
        </div>
      ))}
    </Stack>
  );
}
