import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Hint } from '../../ui/components/Hint.tsx';
import { Initials } from '../../ui/shell/Initials.tsx';
import { usePerson } from '../../ui/shell/usePerson.ts';

/** Initials, name and role description (document 001 section 2). */
export function UserCard({ collapsed }: { collapsed: boolean }) {
  const person = usePerson();
  if (!person) return <Skeleton variant="circular" width={32} height={32} />;
  if (collapsed)
    return (
      <Hint text={`${person.name} · ${person.role}`} side="right">
        <Initials role="img" aria-label={`${person.name}, ${person.role}`} letters={person.initials} />
      </Hint>
    );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
      <Initials aria-hidden letters={person.initials} />
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {person.name}
        </Typography>
        <Typography
          variant="caption"
          noWrap
          component="p"
          sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
        >
          {person.role}
        </Typography>
      </Box>
    </Box>
  );
}
