// Implements the port of cards.
import type { DrawCard } from '../core/card.js';
import { openDrawn } from './drawn.js';

/** About 150 pictures. */
const cacheBytes = 4 * 1_048_576;

export const openCards = (
  // Loaded on first use, as the encoder of uploads is.
  draw: DrawCard = async (card) => (await import('./draw-card.js')).drawCard(card),
): DrawCard => openDrawn(cacheBytes, draw);
