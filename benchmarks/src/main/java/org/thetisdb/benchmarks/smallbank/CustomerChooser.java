package org.thetisdb.benchmarks.smallbank;

import java.util.random.RandomGenerator;

/** Whom a client deals with. */
final class CustomerChooser {
  private final SmallBankOptions options;
  private final RandomGenerator random;
  private final int regionStart;
  private final int regionSize;
  private final int hotSize;

  CustomerChooser(SmallBankOptions options, int client, int clients, RandomGenerator random) {
    this.options = options;
    this.random = random;
    if (options.locality() == 0) {
      regionStart = 0;
      regionSize = options.accounts();
      hotSize = options.hotspotAccounts();
    } else {
      regionStart = regionBorder(client, clients);
      regionSize = Math.max(1, regionBorder(client + 1, clients) - regionStart);
      hotSize =
          (int) Math.max(1, (long) options.hotspotAccounts() * regionSize / options.accounts());
    }
  }

  private int regionBorder(int client, int clients) {
    return (int) ((long) options.accounts() * client / clients);
  }

  /** A customer of the client's region; without locality that is the whole bank. */
  int first() {
    boolean hot = hotSize == regionSize || random.nextDouble() < options.hotspotProbability();
    int offset = hot ? random.nextInt(hotSize) : hotSize + random.nextInt(regionSize - hotSize);
    return Math.min(regionStart + offset, options.accounts() - 1);
  }

  /** Another customer to deal with the first. */
  int partnerOf(int first) {
    return options.locality() == 0 ? anyOther(first) : neighbourOf(first);
  }

  private int anyOther(int first) {
    int other = first();
    return other == first ? (first + 1) % options.accounts() : other;
  }

  private int neighbourOf(int first) {
    int low = Math.max(0, first - options.locality());
    int high = Math.min(options.accounts() - 1, first + options.locality());
    int other = low + random.nextInt(high - low);
    return other >= first ? other + 1 : other;
  }
}
