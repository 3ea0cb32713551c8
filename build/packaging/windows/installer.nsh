; threadbeat:// links open the app. Written and removed with it; SHCTX is the person's own registry, or the machine's.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\threadbeat" "" "URL:Threadbeat"
  WriteRegStr SHCTX "Software\Classes\threadbeat" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\threadbeat\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHCTX "Software\Classes\threadbeat\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\threadbeat"
!macroend
