package org.thetisdb.simulation.mutant;

import net.bytebuddy.asm.Advice;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.RowVersion;
import org.thetisdb.server.store.Snapshot;

/**
 * Code that is put into methods of the engine, so that they do a little more or less. What it
 * assigns to its parameters is assigned to fields, arguments and results there.
 */
@SuppressWarnings("UnusedVariable") // assigned, and read where the code is put
final class WrongTurns {
  private WrongTurns() {}

  /** Equation 1 holds for releases whatever they depend on. */
  static final class ReleasesAtOnce {
    private ReleasesAtOnce() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) LogBatchReader record,
        @Advice.Return(readOnly = false) boolean mayApply) {
      mayApply |= !record.isFence() && record.kind() == LogBatchReader.Kind.RELEASE;
    }
  }

  /** The last site does not count. */
  static final class ForgetsTheLastSite {
    private ForgetsTheLastSite() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(value = 1, readOnly = false) int sites) {
      sites = Math.max(1, sites - 1);
    }
  }

  /** Nobody reads anything but the newest. */
  static final class EverythingIsOld {
    private EverythingIsOld() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) Snapshot watermark) {
      watermark = Snapshot.EVERYTHING;
    }
  }

  /** Cuts of any router are taken. */
  static final class AnyRouterIsFollowed {
    private AnyRouterIsFollowed() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(0) Cut cut,
        @Advice.FieldValue(value = "epoch", readOnly = false) int epoch,
        @Advice.FieldValue(value = "number", readOnly = false) long number) {
      epoch = cut.epoch();
      number = 0;
    }
  }

  /** The greatest stamp wins, whatever came last. */
  static final class StampsAreTheOrder {
    private StampsAreTheOrder() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
        @Advice.This RowStore store,
        @Advice.Argument(0) RowKey key,
        @Advice.Argument(1) long stamp) {
      RowVersion newest = new RowVersion();
      return store.readNewest(key, newest) && newest.stamp() > stamp;
    }
  }

  /** The own log is taken for read before it is. */
  static final class FenceIsReached {
    private FenceIsReached() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue(value = "fenceReached", readOnly = false) boolean reached) {
      reached = true;
    }
  }
}
