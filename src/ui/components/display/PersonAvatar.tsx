import Avatar from '@mui/material/Avatar';
import { useTheme } from '@mui/material/styles';
import { initials } from '../../../../contract/rules/person.ts';
import { toneColors } from '../../theme/theme.tsx';

interface PersonAvatarProps {
  name: string;
  /** Size in pixels. */
  size?: number;
  /** False next to the written name, which a screen reader would otherwise read twice. */
  named?: boolean;
}

/** A person's initials on a background colour that is always the same for the same name. */
export const PersonAvatar = ({ name, size = 28, named = true }: PersonAvatarProps) => {
  const theme = useTheme();
  const { soft, text } = toneColors(theme, `tons.${toneOf(name)}`);
  return (
    <Avatar
      {...(named ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true })}
      sx={{ width: size, height: size, fontSize: size * 0.42, fontWeight: 600, color: text, bgcolor: soft }}
    >
      {initials(name)}
    </Avatar>
  );
};

const TONES = ['azul', 'indigo', 'ciano', 'turquesa', 'verde', 'ambar', 'laranja', 'rosa', 'violeta'];
const toneOf = (name: string) =>
  TONES[
    [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 0) % TONES.length
  ];
