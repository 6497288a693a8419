import Link from '@mui/material/Link';

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** Plain text whose web addresses can be followed: the reset link of a password, for one. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <Link key={index} href={part} rel="noreferrer">
        {part}
      </Link>
    ) : (
      part
    ),
  );
}
