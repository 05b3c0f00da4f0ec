// French texts of the films, plays and exhibitions.
import type { FrenchEvents } from '../demo-event.js';

export const stage: FrenchEvents = {
  'A Night of Very Old Cartoons': {
    title: 'Une soirée de très vieux dessins animés',
    excerpt: 'Des encriers, des squelettes qui dansent et un chat qui se sert à lui-même de parapluie.',
    story: [
      'Onze courts métrages des trente premières années du dessin animé, accompagnés par une pianiste qui les a tous vus et qui en rit encore.',
    ],
  },
  'Letters Never Sent': {
    title: 'Lettres jamais parties',
    excerpt: 'Deux cents lettres retrouvées dans un coffre de marin, et les réponses que leur écrivent les visiteurs.',
    story: [
      'Quand on a vidé la capitainerie, on y a trouvé un coffre avec deux cents lettres qui n’en étaient jamais sorties. Elles sont accrochées dans la galerie du haut, rangées non par date, mais par humeur.',
      'Un bureau, du papier et une boîte aux lettres vous attendent. Chaque réponse rejoint l’exposition.',
    ],
  },
  'Ink and Weather': {
    title: 'L’encre et le temps qu’il fait',
    excerpt: 'Des dessins au pinceau faits dehors, pluie comprise.',
    story: [
      'Chaque feuille est restée au jardin le temps qu’il a fallu pour la dessiner : le vent, la bruine et un chat curieux y ont mis leur part.',
      'Pas plus de huit personnes à la fois ; c’est le jardin qui donne le rythme.',
    ],
  },
  'Silent Film, Live Score: The Ferryman’s Daughter': {
    title: 'Ciné-concert : La Fille du passeur',
    excerpt: 'Une bobine perdue, retrouvée dans une grange, et une partition nouvelle pour harpe et machine à écrire.',
    story: [
      'Soixante-dix minutes de fleuve, de brouillard et d’entêtement. On croyait le film perdu, jusqu’au jour où il a fallu réparer un toit ; la musique est nouvelle et jouée en direct.',
      'Ensuite, le projectionniste montre à quoi ressemble une bobine après quatre-vingt-dix ans dans le foin.',
    ],
  },
  'The Understudy’s Supper': {
    title: 'Le Souper de la doublure',
    excerpt: 'Une comédie pour cinq acteurs, dont l’un n’aurait jamais dû entrer en scène.',
    story: [
      'La vedette est coincée dans un ascenseur, le public est assis, et la doublure sort d’un souper très copieux. Une pièce nouvelle sur l’art d’être prêt, plus ou moins.',
      'En français, surtitré en anglais. Un entracte.',
    ],
  },
  'Puppets: The Moon Borrowed My Coat': {
    title: 'Marionnettes : La lune m’a emprunté mon manteau',
    excerpt: 'Dès quatre ans, pour tous ceux qui ont un jour perdu un manteau.',
    story: [
      'La lune a froid, le manteau est chaud, et une petite fille nommée Ida part le récupérer. Cinquante minutes, avec des ombres, un tout petit orchestre et pas un cri.',
      'Ensuite, chacun peut passer derrière l’écran et voir comment on fabrique la lune.',
    ],
  },
  'Cinema on the Lawn': {
    title: 'Cinéma sur l’herbe',
    excerpt: 'Un grand écran, une vaste pelouse et la baie en toile de fond.',
    story: [
      'Apportez une couverture et de quoi vous tenir chaud. Le film commence quand il fait assez noir et s’interrompt au passage du ferry de vingt-deux heures, puisque tout le monde se retourne de toute façon pour le regarder.',
      ['15 $ sur l’herbe', '22 $ dans un transat', 'Les chiens qui ne font pas de commentaires sont les bienvenus'],
    ],
  },
  'Members’ Preview: Next Season at Lantern House': {
    title: 'Avant-première des adhérents : la prochaine saison de Lantern House',
    excerpt: 'Le nouveau programme, avant qu’il ne soit imprimé.',
    story: [
      'Douze bandes-annonces, trois disputes et un vote pour le film de clôture. Chaque adhérent peut amener une personne capable de garder un secret jusqu’à vendredi.',
    ],
  },
};
