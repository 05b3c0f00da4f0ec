<?php
// Problems that sabre/vobject finds in iCalendar files, one per line.
require '/usr/share/php/Sabre/VObject/autoload.php';
error_reporting(E_ALL & ~E_DEPRECATED);
foreach (array_slice($argv, 1) as $path) {
    $calendar = Sabre\VObject\Reader::read(file_get_contents($path));
    foreach ($calendar->validate() as $problem) {
        echo json_encode(['file' => basename($path), 'level' => $problem['level'], 'message' => $problem['message'], 'node' => $problem['node']->name ?? '']), "\n";
    }
    echo json_encode(['file' => basename($path), 'events' => count($calendar->select('VEVENT'))]), "\n";
}
