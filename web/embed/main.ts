// The widget: puts a calendar behind the script tag that asked for it.
document.currentScript?.after(document.createElement('iframe'));
