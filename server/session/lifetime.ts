import { and, gt, lte, not, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * How far the clock of a process may be off, in milliseconds: that of the one that issued something, and that of the one that
 * checks it. Within it nothing valid is refused, so a life may be longer by as much for each of the two clocks.
 */
export const CLOCK_OFF = 90_000;

/**
 * The moment from which something that expires later still counts: what one process issues for a minute must be accepted by
 * another one whose clock is ahead.
 */
export const lapsedBefore = (now: Date): Date => new Date(now.getTime() - CLOCK_OFF);

/** Whoever issued something that expires later than this had a clock that was ahead; it would live far too long. */
const issuedAhead = (now: Date, life: number): Date => new Date(now.getTime() + life + CLOCK_OFF);

/** Whether something that was issued for `life` milliseconds and expires at `until` is accepted now. */
export const isAlive = (until: Date, life: number, now: Date): boolean =>
  until > lapsedBefore(now) && until <= issuedAhead(now, life);

/** The same as a condition on a row. */
export const alive = (expiresAt: AnyPgColumn, life: number, now: Date): SQL =>
  and(gt(expiresAt, lapsedBefore(now)), lte(expiresAt, issuedAhead(now, life))) as SQL;

/** Rows that a sweep removes, also those issued by a clock that was ahead: they would be accepted once it is that late. */
export const dead = (expiresAt: AnyPgColumn, life: number, now: Date): SQL =>
  not(alive(expiresAt, life, now));
