package org.thetisdb.core.net.netty;

import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.time.EngineThread;

/** The links of a transport whose messages take time: one for each event loop. Thread-safe. */
final class SlowLinks {
  private static final Logger LOG = LoggerFactory.getLogger(SlowLinks.class);

  private final long delayUs;
  private final EngineThread timers =
      EngineThread.unwatched(
          "thetis-link", failure -> LOG.error("the timers of delayed links have stopped", failure));
  private final Map<EventLoop, SlowLink> links = new ConcurrentHashMap<>();
  private volatile boolean areShort;

  /** Links on which a message takes {@code delayUs} in each direction. */
  SlowLinks(long delayUs) {
    this.delayUs = delayUs;
  }

  /** On the loop: the link of all its connections. */
  SlowLink of(EventLoop loop) {
    SlowLink link = links.computeIfAbsent(loop, key -> new SlowLink(key, timers, delayUs));
    if (areShort) {
      link.shorten(); // it may have come too late to hear of it
    }
    return link;
  }

  /** What is under way arrives now, before anything that the loops are handed from now on. */
  void shorten() {
    areShort = true;
    links.forEach(
        (loop, link) -> {
          try {
            loop.execute(link::shorten);
          } catch (RejectedExecutionException stopped) {
            LOG.debug("a loop has stopped before its link");
          }
        });
  }

  /** Ends the thread of the timers. */
  void close() {
    timers.close();
  }
}
