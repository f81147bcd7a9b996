"""Between the network and the site: requests are taken in whole, answers handed out, and neither holds a thread."""
