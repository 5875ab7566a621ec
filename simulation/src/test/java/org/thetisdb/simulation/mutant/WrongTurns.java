package org.thetisdb.simulation.mutant;

import java.util.List;
import net.bytebuddy.asm.Advice;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.router.call.SystemSession;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

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

  /** Two parts of the router count in one session. */
  static final class SchemesInTheSessionOfFills {
    private SchemesInTheSessionOfFills() {}

    @Advice.OnMethodExit
    static void exit(@Advice.This Enum<?> use, @Advice.Return(readOnly = false) long id) {
      if (use.name().equals("SCHEME_CHANGES")) {
        id += SystemSession.TABLE_FILLS.ordinal() - use.ordinal();
      }
    }
  }

  /** The last site needs no logs. */
  static final class ForgetsTheLastSite {
    private ForgetsTheLastSite() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) int site,
        @Advice.FieldValue("highest") int highest,
        @Advice.Return(readOnly = false) boolean needsLogs) {
      needsLogs &= site < highest || highest == 1;
    }
  }

  /** Every second row of another site's copy is enough. */
  static final class HalfACopy {
    private HalfACopy() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(@Advice.This Object self, @Advice.Argument(2) long position) {
      return self.getClass().getName().contains("Joining") && position % 2 == 0;
    }
  }

  /** Whatever is asked for, there is none. */
  static final class HasNothing {
    private HasNothing() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) List<?> found) {
      found = List.of();
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
