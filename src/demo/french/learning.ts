// French texts of the workshops, talks and reading groups.
import type { FrenchEvents } from '../demo-event.js';

export const learning: FrenchEvents = {
  'Repair Café': {
    title: 'Café réparation',
    excerpt: 'Apportez un grille-pain, un manteau ou une chaise, à réparer avec quelqu’un qui s’y connaît.',
    story: [
      'Rien n’est réparé à votre place ; tout est réparé avec vous. Six établis, dont un pour les textiles et un pour tout ce qui fait de la musique.',
      'Deux objets sur trois repartent en état de marche. Le troisième repart compris.',
    ],
  },
  'Bookbinding for Beginners': {
    title: 'Initiation à la reliure',
    excerpt: 'Plier, coudre, coller : cinq heures plus tard, vous avez un carnet que personne d’autre n’a.',
    story: [
      'Nous partons d’une feuille de papier pour finir avec un livre cousu, à couverture rigide. Papier, fil, toile et déjeuner sont compris.',
      ['Huit places', 'Aucune expérience requise', 'La colle part au lavage ; la fierté, non'],
    ],
  },
  'Tuesday Poems': {
    title: 'Les poèmes du mardi',
    excerpt: 'Un poème, lu trois fois à voix haute, et une heure pour en parler.',
    story: [
      'Personne n’a rien à préparer. Le poème est posé sur les chaises. Nous le lisons lentement, puis encore une fois, et en général quelqu’un finit par dire ce que tout le monde pensait.',
    ],
  },
  'Write One Good Page': {
    title: 'Écrire une bonne page',
    excerpt: 'Quatre-vingt-dix minutes en ligne, caméra facultative, une page à la fin.',
    story: [
      'Nous écrivons ensemble, en silence, à partir d’une courte consigne, et ne lisons à voix haute que si nous en avons envie. On se connecte depuis sa cuisine, dans neuf fuseaux horaires.',
      'Le lien est envoyé une heure avant. Ne payez rien, ou jusqu’à dix euros, comme il vous convient.',
    ],
  },
  'Indigo Dyeing Day': {
    title: 'Une journée à l’indigo',
    excerpt: 'Le tissu plonge vert et ressort bleu. Personne ne se lasse de le regarder.',
    story: [
      'Les cuves ont été nourries et remuées pendant une semaine. Vous pliez, nouez et trempez une pièce de coton, et vous apprenez pourquoi la patience est une couleur.',
      'Le tablier est fourni ; choisissez des chaussures auxquelles vous ne tenez pas.',
    ],
  },
  'Learn to Read the Night Sky': {
    title: 'Apprendre à lire le ciel nocturne',
    excerpt: 'Les étoiles de deux hémisphères, vues de l’équateur, avec un télescope.',
    story: [
      'D’ici, on voit à la fois la Grande Ourse et la Croix du Sud, à condition de savoir où regarder. Nous savons où regarder.',
      'Si le ciel est couvert, nous restons à l’intérieur et racontons plutôt les légendes des constellations.',
    ],
  },
  'How Cities Remember Their Rivers': {
    title: 'Comment les villes se souviennent de leurs rivières',
    excerpt: 'Des noms de rues, des caves humides et un plan qui ne devrait pas exister.',
    story: [
      'La plupart des villes ont enterré au moins une rivière. Une géographe et un plombier expliquent comment la retrouver sans creuser.',
      'La conférence est en anglais ; les questions en français sont aussi les bienvenues.',
    ],
  },
  'Paints from Garden Soil': {
    title: 'Des couleurs tirées de la terre du jardin',
    excerpt: 'Encore en préparation : broyer, tamiser et peindre avec ce que nous avons sous les pieds.',
    story: ['Reste à savoir combien de mortiers nous pouvons emprunter, et qui apporte l’argile rouge.'],
  },
  'A Week of Weaving': {
    title: 'Une semaine de tissage',
    excerpt: 'Cinq jours, six métiers à tisser et une étoffe où vos erreurs ont leur place.',
    story: [
      'Lundi, le métier est vide ; vendredi, il l’est de nouveau, et vous tenez dans vos mains ce qui s’y trouvait. Entre les deux, on compte beaucoup.',
      ['Six places', 'Déjeuner dans la pièce sur jardin', 'Tous les fils sont compris'],
    ],
  },
};
